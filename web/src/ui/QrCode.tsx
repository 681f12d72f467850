import { encode } from 'uqr';

/** Always dark on white with a white border, so that cameras can read it in any scheme. */
export function QrCode(props: { text: string; label: string; size?: number }) {
  const { data, size } = encode(props.text, { ecc: 'M', border: 3 });
  const side = props.size ?? 208;
  return (
    <svg
      role="img"
      aria-label={props.label}
      width={side}
      height={side}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, background: '#fff' }}
    >
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

/** Draws each run of dark squares in a row as one bar. */
export function pathOf(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => {
      const bars: string[] = [];
      for (let x = 0; x < row.length; x++) {
        if (!row[x]) continue;
        let end = x;
        while (row[end]) end++;
        bars.push(`M${x} ${y}h${end - x}v1h-${end - x}z`);
        x = end;
      }
      return bars;
    })
    .join('');
}
