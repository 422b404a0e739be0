import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Chromium = { executablePath: string; env: Record<string, string> };

/** Where the npm package keeps its packed browser, its libraries and its fonts. */
const packed = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
const versionOf = (): string =>
  (JSON.parse(readFileSync(path.join(packed, '../package.json'), 'utf8')) as { version: string }).version;

/** Unpacks into `folder`. Fonts are looked for there too, since a minimal Debian has none. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  // The package can unpack only into the folder for temporary files.
  process.env.TMPDIR = folder;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    await Promise.all(
      ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'].map((file) =>
        inflate(path.join(packed, file)),
      ),
    );
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

const fontConfig = (folder: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>${folder}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>\n`;

/**
 * Returns a Chromium for the browser tests on a bare machine: CHROMIUM_PATH, otherwise from an npm package, unpacked
 * once per version with the libraries that a minimal Debian lacks. It gets its name only when complete, so a killed run
 * leaves nothing partial. `env` is for the browser process only.
 */
export async function openChromium(): Promise<Chromium> {
  const own = { ...process.env } as Record<string, string>;
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, env: own };
  if (process.platform !== 'linux')
    throw new Error('The tests bring a Chromium for Linux only. Set CHROMIUM_PATH to an installed one.');
  const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'openbenefits');
  const folder = path.join(cache, `chromium-${versionOf()}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const staging = mkdtempSync(`${folder}-`);
    try {
      await unpackInto(staging);
      writeFileSync(path.join(staging, 'fonts/fonts.conf'), fontConfig(folder));
      renameSync(staging, folder);
    } catch (error) {
      // Another run may have been quicker; its copy is as good.
      if (!existsSync(folder)) throw error;
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  }
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { ...own, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
}
