import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const ini = (sections: Readonly<Record<string, Readonly<Record<string, string | number>>>>): string =>
  Object.entries(sections)
    .flatMap(([name, values]) => [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key}=${value}`), ''])
    .join('\n');

const scene = {
  name: 'frontrow',
  current_scene: 'Scene',
  current_program_scene: 'Scene',
  scene_order: [{ name: 'Scene' }],
  sources: [
    { id: 'color_source', versioned_id: 'color_source_v3', name: 'Color', settings: { width: 1280, height: 720 } },
    {
      id: 'scene',
      versioned_id: 'scene',
      name: 'Scene',
      settings: { items: [{ name: 'Color', id: 1, visible: true, pos: { x: 0, y: 0 }, scale: { x: 1, y: 1 } }] },
    },
  ],
};

/** What a host types into OBS, as the files that it keeps of it. `x264` are the host's own words for the encoder. */
function writeSettings(home: string, server: string, key: string, x264: string): void {
  const folder = join(home, '.config/obs-studio');
  const profile = join(folder, 'basic/profiles/frontrow');
  mkdirSync(profile, { recursive: true });
  mkdirSync(join(folder, 'basic/scenes'), { recursive: true });
  const names = { Profile: 'frontrow', ProfileDir: 'frontrow', SceneCollection: 'frontrow' };
  writeFileSync(
    join(folder, 'global.ini'),
    ini({
      General: { FirstRun: 'true', EnableAutoUpdates: 'false' },
      Basic: { ...names, SceneCollectionFile: 'frontrow' },
    }),
  );
  writeFileSync(
    join(profile, 'basic.ini'),
    ini({
      General: { Name: 'frontrow' },
      Output: { Mode: 'Simple', Reconnect: 'true', RetryDelay: 1, MaxRetries: 25 },
      SimpleOutput: {
        VBitrate: 1500,
        ABitrate: 128,
        StreamEncoder: 'x264',
        UseAdvanced: 'true',
        Preset: 'ultrafast',
        x264Settings: x264,
      },
      Video: { BaseCX: 1280, BaseCY: 720, OutputCX: 320, OutputCY: 180, FPSType: 0, FPSCommon: 30 },
      Audio: { SampleRate: 44_100 },
    }),
  );
  const service = { type: 'rtmp_custom', settings: { server, key, use_auth: false } };
  writeFileSync(join(profile, 'service.json'), JSON.stringify(service));
  writeFileSync(join(folder, 'basic/scenes/frontrow.json'), JSON.stringify(scene));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The real OBS on a screen that no one sees; it streams from its start on. */
export async function startObs(server: string, key: string, x264: string): Promise<{ stop(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'frontrow-obs-'));
  writeSettings(home, server, key, x264);
  // It takes a free number and writes it down.
  const words = ['-displayfd', '3', '-screen', '0', '1280x800x24'];
  const screen = spawn('Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
  const obs = spawn('obs', ['--startstreaming', '--multi', '--profile', 'frontrow', '--collection', 'frontrow'], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: `:${number.toString().trim()}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      QT_QPA_PLATFORM: 'xcb',
    },
  });
  return {
    async stop() {
      await end(obs);
      await end(screen);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
