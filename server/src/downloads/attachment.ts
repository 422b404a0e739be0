/** A file's name in a header (RFC 6266): plain letters for old readers, all of it for the others. */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
