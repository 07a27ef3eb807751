import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRoomView } from './room-view.ts';
import { closeStageWindow, stageWindowKind, toggleStageWindow } from './stage-window.ts';

/** The main video, which the browser can keep above other windows. */
function videoByHand() {
  const left: (() => void)[] = [];
  return {
    disablePictureInPicture: true,
    requestPictureInPicture: vi.fn(async () => undefined),
    addEventListener: (_name: string, listener: () => void) => void left.push(listener),
    leaves: () => left.splice(0).forEach((listener) => listener()),
  };
}

const opened = () => ({ close: vi.fn(), addEventListener: vi.fn() });
let video: ReturnType<typeof videoByHand>;
let hasStage: boolean;
const stub = (more: { pictureInPictureEnabled?: boolean; requestWindow?: () => Promise<unknown> }) => {
  vi.stubGlobal('window', {
    ...(more.requestWindow && { documentPictureInPicture: { requestWindow: more.requestWindow } }),
  });
  vi.stubGlobal('document', {
    pictureInPictureEnabled: more.pictureInPictureEnabled,
    querySelector: () => (hasStage ? video : null),
    exitPictureInPicture: async () => video.leaves(),
    get pictureInPictureElement() {
      return video;
    },
  });
};
beforeEach(() => {
  video = videoByHand();
  hasStage = true;
});
afterEach(() => vi.unstubAllGlobals());

describe('the stage above other windows', () => {
  it('the stage pops out as a window where the browser has one, else as the main video, or not at all', () => {
    stub({ pictureInPictureEnabled: true, requestWindow: async () => opened() });
    expect([stageWindowKind(false), stageWindowKind(true)]).toEqual(['window', 'video']);
    stub({ pictureInPictureEnabled: true });
    expect(stageWindowKind(false)).toBe('video');
    stub({});
    expect(stageWindowKind(false)).toBeNull();
  });

  it('the main video pops out, and the browser’s own button stays off afterwards', async () => {
    stub({ pictureInPictureEnabled: true });
    const view = createRoomView('chat');
    video.requestPictureInPicture.mockImplementation(async () => {
      expect(video.disablePictureInPicture).toBe(false);
      return undefined;
    });
    await toggleStageWindow(view, false);
    expect([video.requestPictureInPicture.mock.calls.length, view.getState().stageWindow]).toEqual([1, 'video']);
    closeStageWindow(view);
    expect([video.disablePictureInPicture, view.getState().stageWindow]).toEqual([true, null]);
  });

  it('the window closes with the room, even if it opens after the room ended', async () => {
    const [first, late] = [opened(), opened()];
    const view = createRoomView('chat');
    stub({ requestWindow: async () => first });
    await toggleStageWindow(view, false);
    expect(view.getState().stageWindow).toBe(first);
    closeStageWindow(view);
    expect(first.close).toHaveBeenCalledOnce();
    stub({
      requestWindow: async () => {
        hasStage = false;
        return late;
      },
    });
    await toggleStageWindow(view, false);
    expect([late.close.mock.calls.length, view.getState().stageWindow]).toEqual([1, null]);
  });
});
