import { expect, test } from 'vitest';
import { toCsv } from './columns.ts';

test('an export disarms what a spreadsheet would run as a formula', () => {
  const names = [
    '=HYPERLINK("http://x")',
    '+60123456789',
    '-1+1',
    '@SUM(A1)',
    '\tx',
    'Tan "Wei", Jie',
    'Lim',
    '＝1',
    'a;=1',
    'b\t=1',
  ];
  expect(toCsv([names, [12, -3]])).toBe(
    '\uFEFF"\'=HYPERLINK(""http://x"")",\'+60123456789,\'-1+1,\'@SUM(A1),"\'\tx","Tan ""Wei"", Jie",Lim,\'＝1,"a;=1","b\t=1"\r\n12,-3\r\n',
  );
});
