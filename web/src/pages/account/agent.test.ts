import { expect, test } from 'vitest';
import { agentName } from './agent';

test('browsers are told apart although each names the others', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(agentName(chrome)).toBe('Chrome · Linux');
  expect(agentName(`${chrome} Edg/140.0`)).toBe('Edge · Linux');
  expect(
    agentName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'),
  ).toBe('Safari · iOS');
  expect(agentName('Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0')).toBe('Firefox · Windows');
  expect(agentName('curl/8.5.0')).toBe('curl/8.5.0');
});
