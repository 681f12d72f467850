import { Code, Text, type TextProps } from '@mantine/core';
import { Fragment } from 'react';

/** Text from the document, in English and with code in backticks. */
export function Prose({ text, ...rest }: TextProps & { text: string | undefined }) {
  if (text === undefined || text === '') return null;
  return (
    <Text {...rest} component="p" m={0} lang="en">
      {text.split('`').map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of the text have no other identity
        <Fragment key={place}>{place % 2 === 1 ? <Code>{part}</Code> : part}</Fragment>
      ))}
    </Text>
  );
}
