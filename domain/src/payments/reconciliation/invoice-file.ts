/** The largest file of a self bill, an invoice or an 820: a workbook of some 100,000 rows. A CSV file is packed. */
export const LARGEST_INVOICE_FILE = 8 * 1024 * 1024;
