import { shownFileName } from '@openbenefits/domain/file-name';

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A file's name in a header (RFC 6266): plain letters for old readers, all that is seen of it for the others. */
export function attachment(sent: string): string {
  const name = shownFileName(sent) || 'file';
  return `attachment; filename="${name.replace(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${encoded(name)}`;
}
