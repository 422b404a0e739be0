const metadata = (entries: Record<string, string>): string =>
  Object.entries(entries)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Uploads bytes in one request, as a browser does (tus 1.0.0). */
export async function uploadBytes(
  url: string,
  { cookie }: { cookie: string },
  filename: string,
  bytes: Buffer | string,
  groupCim: string | undefined,
): Promise<{ status: number; id: string; message: string }> {
  const body = Buffer.from(bytes as string);
  const headers = { cookie, origin: url, 'tus-resumable': '1.0.0' };
  const created = await fetch(`${url}/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(body.length),
      'upload-metadata': metadata({ filename, ...(groupCim ? { group_cim: groupCim } : {}) }),
    },
  });
  const location = created.headers.get('location') ?? '';
  const id = location.split('/').at(-1) ?? '';
  if (created.status !== 201) return { status: created.status, id, message: await created.text() };
  const sent = await fetch(new URL(location, url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body,
  });
  return { status: sent.status, id, message: await sent.text() };
}
