import { List, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import { useFormat, useT } from '../../i18n';
import { Missing } from '../../shell/ErrorPage';
import { Page, PageHeader } from '../../ui/Page';
import { useScrollToHash } from '../../ui/useScrollToHash';
import { type Chapter, type Content, chapterNames, chapters, isChapter, type Part } from './chapters';
import { Fields } from './Fields';
import classes from './guide.module.css';

/** Explains what the numbers mean and where they come from. */
export default function GuidePage() {
  const t = useT();
  const { page } = useParams({ strict: false });
  const chapter = page ?? 'earned-value';
  useScrollToHash();
  if (!isChapter(chapter)) return <Missing />;
  const content = chapters[chapter];
  return (
    <Page title={t(content.title)}>
      <div className={classes.frame}>
        <Chapters current={chapter} />
        <div className={classes.body}>
          <PageHeader title={t(content.title)} lead={t(content.lead)} />
          <Body content={content} />
        </div>
      </div>
    </Page>
  );
}

function Chapters(props: { current: Chapter }) {
  const t = useT();
  return (
    <nav className={classes.chapters} aria-label={t('guide.chapters')}>
      {chapterNames.map((name) => (
        <Link
          key={name}
          to="/guide/$page"
          params={{ page: name }}
          className={classes.chapter}
          aria-current={name === props.current ? 'page' : undefined}
        >
          {t(chapters[name].title)}
        </Link>
      ))}
    </nav>
  );
}

function Body(props: { content: Content }) {
  const { parts, fieldsAfter } = props.content;
  const before = fieldsAfter ?? parts.length;
  return (
    <>
      {parts.slice(0, before).map((part) => (
        <PartOf key={part.id} part={part} />
      ))}
      {fieldsAfter !== undefined && <Fields />}
      {parts.slice(before).map((part) => (
        <PartOf key={part.id} part={part} />
      ))}
    </>
  );
}

function PartOf(props: { part: Part }) {
  const t = useT();
  const format = useFormat();
  const { amber, red } = useSession().thresholds;
  const bounds = { amber: format.ratio(amber), red: format.ratio(red) };
  const { id, title, texts = [], points = [] } = props.part;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.part}>
      <Title order={2} id={`${id}-title`} className={classes.heading}>
        {t(title)}
      </Title>
      {texts.map((text) => (
        <Text key={text}>{t(text, bounds)}</Text>
      ))}
      {points.length > 0 && (
        <List spacing={6}>
          {points.map((point) => (
            <List.Item key={point}>{t(point)}</List.Item>
          ))}
        </List>
      )}
    </section>
  );
}
