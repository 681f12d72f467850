import { Alert } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useT } from '../../i18n';
import { Activity } from './Activity';
import { Criteria } from './Criteria';
import { Dependencies } from './Dependencies';
import { Description } from './Description';
import { Fields } from './Fields';
import { Files } from './files/Files';
import { Subtasks } from './Subtasks';
import { TitleField } from './TitleField';
import classes from './ticket.module.css';
import { type TicketProps, useTicketFrame } from './useTicket';

/** The full ticket: content on the left, fields on the right, or below the title on small screens. */
export function Body(props: TicketProps) {
  const t = useT();
  const { may } = useTicketFrame(props.ticket);
  return (
    <div className={classes.body}>
      <div className={classes.top}>
        <TitleField {...props} />
        {!may.write && (
          <Alert color="gray" py={6} icon={<IconEye size={18} aria-hidden />}>
            {t('ticket.readOnly')}
          </Alert>
        )}
      </div>
      <Fields {...props} />
      <div className={classes.main}>
        <Description {...props} />
        <Criteria {...props} />
        <Subtasks {...props} />
        <Dependencies {...props} />
        <Files {...props} />
        <Activity {...props} />
      </div>
    </div>
  );
}
