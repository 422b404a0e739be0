import { MUTED, PAGE, type Paper, SIZE, type Style } from './bill-paper.ts';

export type Column = {
  readonly label: string;
  readonly left: number;
  readonly width: number;
  readonly isAmount: boolean;
};

/** A cell of a row; with a span it reaches over the columns after it. */
export type Cell = Style & { readonly text: string; readonly tag?: 'TH' | 'TD' };

/** Room between two columns. */
const GAP = 6;

/** Lays columns out from the left; those without a width share what is left. */
export function layColumns(
  columns: readonly { readonly label: string; readonly width?: number; readonly isAmount?: boolean }[],
): Column[] {
  const given = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const open = columns.filter(({ width }) => width === undefined).length;
  const rest = (PAGE.right - PAGE.left - given) / Math.max(open, 1);
  let left: number = PAGE.left;
  return columns.map(({ label, width = rest, isAmount = false }) => {
    const column = { label, left, width, isAmount };
    left += width;
    return column;
  });
}

type PlacedCell = { text: string; tag: 'TH' | 'TD'; style: Style; left: number; width: number };

/** The cells with where each stands. An amount stays on one line at the right; other text is wrapped. */
function placed(columns: readonly Column[], cells: readonly Cell[], size: number): PlacedCell[] {
  let next = 0;
  return cells.flatMap(({ text, tag = 'TD', ...style }) => {
    const span = style.span ?? 1;
    const own = columns.slice(next, next + span);
    next += span;
    const [first] = own;
    if (!first) return [];
    const gap = next === columns.length ? 0 : GAP;
    const isAmount = first.isAmount && span === 1;
    return [
      {
        text,
        tag,
        style: { size, align: isAmount ? 'right' : 'left', isOneLine: isAmount, ...style } as const,
        left: first.isAmount && span === 1 ? first.left + GAP : first.left,
        width: own.reduce((sum, { width }) => sum + width, 0) - (isAmount ? GAP : gap),
      },
    ];
  });
}

type RowLook = { readonly size?: number; readonly gap?: number; readonly isArtifact?: boolean };

export const rowHeight = (
  paper: Paper,
  columns: readonly Column[],
  cells: readonly Cell[],
  { size = SIZE.usual, gap = 4 }: RowLook = {},
): number =>
  Math.max(...placed(columns, cells, size).map(({ text, width, style }) => paper.height(text, width, style))) + gap;

/** Draws one row and moves below it. */
export function drawRow(paper: Paper, columns: readonly Column[], cells: readonly Cell[], look: RowLook = {}): void {
  const { size = SIZE.usual, isArtifact = false } = look;
  const draw = (): void => {
    for (const { text, tag, style, left, width } of placed(columns, cells, size))
      paper.put(isArtifact ? 'Artifact' : tag, text, { left, top: paper.y, width }, style);
  };
  if (isArtifact) draw();
  else paper.within('TR', draw);
  paper.y += rowHeight(paper, columns, cells, look);
}

/** Draws the names of the columns with a line below. On a later page they are no content: they were read before. */
export function drawHead(
  paper: Paper,
  columns: readonly Column[],
  { size = SIZE.usual, isAgain = false }: { readonly size?: number; readonly isAgain?: boolean } = {},
): void {
  const cells = columns.map(({ label }): Cell => ({ text: label, tag: 'TH', scope: 'Column', color: MUTED }));
  drawRow(paper, columns, cells, { size, gap: 3, isArtifact: isAgain });
  paper.rule(paper.y);
  paper.y += 3.5;
}

/** Begins a page where a row does not fit, and says again what the table and its columns are called. */
export function keepRow(
  paper: Paper,
  columns: readonly Column[],
  height: number,
  { title, size = SIZE.usual }: { readonly title: string; readonly size?: number },
): boolean {
  if (!paper.keep(height)) return false;
  paper.y += 9;
  const place = { left: PAGE.left, top: paper.y, width: PAGE.right - PAGE.left };
  paper.put('Artifact', `${title} (continued)`, place, { size: 11, face: 'strong', isOneLine: true });
  paper.y += 17;
  drawHead(paper, columns, { size, isAgain: true });
  return true;
}
