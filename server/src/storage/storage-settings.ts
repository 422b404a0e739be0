export type S3Address = { bucket: string; prefix: string; endpoint: string | undefined; region: string | undefined };
export type S3Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

export const STORAGE_URL_FORM =
  'it is not an address like s3://bucket/folder?region=us-east-1, or ' +
  's3://bucket?endpoint=https://storage.example.com for a store other than Amazon S3; access keys have their own settings';

/** Reads STORAGE_URL: s3://bucket/prefix?endpoint=…&region=…. Returns undefined when it has another form. */
export function readS3Address(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text);
  const [endpoint, region] = [searchParams.get('endpoint') ?? undefined, searchParams.get('region') ?? undefined];
  const isKnown = [...searchParams.keys()].every((name) => name === 'endpoint' || name === 'region');
  // Bucket names: Amazon S3 user guide, "Bucket naming rules".
  if (protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname)) return undefined;
  if (port || username || password || hash || !isKnown) return undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/@]+\/?$/.test(endpoint)) return undefined;
  if (region !== undefined && !/^[a-z0-9-]+$/.test(region)) return undefined;
  const folder = pathname.split('/').filter(Boolean).join('/');
  return { bucket: hostname, prefix: folder && `${folder}/`, endpoint, region };
}
