/**
 * The file formats that can be uploaded, as one table: label (specification 2, section 3), extensions, whether a reader
 * posts it.
 */
export const FILE_FORMATS = ['edi834', 'csv', 'xlsx', 'xml'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const FILE_FORMAT_LABEL: Readonly<Record<FileFormat, string>> = {
  edi834: 'EDI 834',
  csv: 'CSV',
  xlsx: 'Excel',
  xml: 'XML',
};

/**
 * Extensions the upload screen accepts (specification 2, section 5), and with them `.txt` and `.tsv`, as payroll
 * systems name lists with bars or tabs. `.xls` is accepted by name and refused in words by content, and so is a `.txt`
 * that holds neither a list nor an interchange.
 */
export const UPLOAD_EXTENSIONS = ['.xlsx', '.xls', '.csv', '.edi', '.xml', '.txt', '.tsv'] as const;

/**
 * What browsers call the same kinds; a file without a known ending is accepted by it (specification 2, section 5). What
 * it is, its content decides.
 */
export const UPLOAD_MIME_TYPES = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'text/csv',
  'application/csv',
  'text/xml',
  'application/xml',
  'application/edi-x12',
] as const;

/** Whether a file of this name, or of this kind as the browser tells it, is taken at all. */
export function isUploadable(name: string, mimeType: string): boolean {
  const ending = name.toLowerCase();
  const kind = mimeType.split(';', 1)[0]?.trim().toLowerCase();
  return (
    UPLOAD_EXTENSIONS.some((extension) => ending.endsWith(extension)) ||
    UPLOAD_MIME_TYPES.some((known) => known === kind)
  );
}

/** 50 MB (specification 2, section 9), counted as 50 × 1024 × 1024 bytes. */
export const UPLOAD_LIMIT_BYTES = 50 * 1024 * 1024;

export const INVALID_FILE_TYPE = 'Invalid File Type';
export const invalidFileTypeText = (file: string): string =>
  `${file} is not a supported file type. Please upload Excel, CSV, or EDI files.`;
export const FILE_TOO_LARGE = 'File Too Large';
export const fileTooLargeText = (file: string): string => `${file} exceeds the 50MB size limit.`;
export const UPLOAD_FAILED = 'Upload Failed';
export const uploadFailedText = (file: string): string => `Failed to upload ${file}. Please try again.`;
export const FILE_UPLOADED = 'File Uploaded Successfully';
export const fileUploadedText = (file: string): string => `${file} has been uploaded and is ready for processing.`;

/** Where a record stands in its file, as a sentence says it: an 834 counts its segments, a list its lines. */
export const placeInFile = (format: FileFormat | 'census', place: number): string =>
  `${format === 'edi834' ? 'segment' : 'line'} ${place}`;
