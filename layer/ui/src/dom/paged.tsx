import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { formatNumber } from "../text/units";

interface PagedProps {
  readonly count: number;
  /** Rows in a page. */
  readonly size?: number | undefined;
  /** The value that the rows show. They are drawn again when it is another one. */
  readonly subject: unknown;
  /** Draws the row at an index. */
  readonly row: (index: number) => VNode;
  /** Draws the list around its rows. */
  readonly children: (rows: readonly VNode[]) => VNode;
}

/** A long list, with a button that shows one more page. */
export function Paged({ count, size = 100, subject, row, children: list }: PagedProps): VNode {
  const [pages, setPages] = useState(1);
  const rows = useMemo<VNode[]>(() => [], [subject]);
  const end = Math.min(pages * size, count);
  for (let index = rows.length; index < end; index += 1) rows.push(row(index));
  return (
    <>
      {list([...rows])}
      {end < count && (
        <button type="button" class="small" onClick={() => setPages(pages + 1)}>
          Show more ({formatNumber(count - end)} left)
        </button>
      )}
    </>
  );
}
