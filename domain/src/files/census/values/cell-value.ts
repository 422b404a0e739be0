/**
 * A cell of a list: text as written, or a number where the sheet itself says that it is one (and has lost its leading
 * zeros).
 */
export type CellValue = string | number;
