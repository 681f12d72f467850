import { ActionIcon, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconBlockquote,
  IconBold,
  IconCheckbox,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useT } from '../../i18n';
import { type Mark, marked } from './markdown/marks';
import classes from './ticket.module.css';

const icons: Record<Mark, Icon> = {
  bold: IconBold,
  italic: IconItalic,
  code: IconCode,
  link: IconLink,
  heading: IconHeading,
  list: IconList,
  checks: IconCheckbox,
  quote: IconBlockquote,
};

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  marks: readonly Mark[];
  onText: (text: string) => void;
  disabled?: boolean;
}

export function MarkdownToolbar(props: Props) {
  const t = useT();
  const press = (mark: Mark) => {
    const field = props.field.current;
    if (field === null) return;
    const next = marked({ text: field.value, start: field.selectionStart, end: field.selectionEnd }, mark);
    props.onText(next.text);
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(next.start, next.end);
    });
  };
  return (
    <div role="toolbar" aria-label={t('ticket.marks')} className={classes.marks}>
      {props.marks.map((mark) => {
        const Sign = icons[mark];
        return (
          <Tooltip key={mark} label={t(`ticket.mark_${mark}`)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              disabled={props.disabled}
              aria-label={t(`ticket.mark_${mark}`)}
              onClick={() => press(mark)}
            >
              <Sign size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
}
