import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '#web/shared/i18n/refusal-text.ts';
import { hideToast, noticeMs, toast, toastError, type ToastTone } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { upload } from '#web/shared/api/upload.ts';
import { eventKey } from '../event-feed.ts';
import type { VideoPlace } from './event-videos.ts';
import { problemOf } from './read-video-file.ts';

export interface Sending {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  /** Undefined until enough was sent for an estimate. */
  readonly secondsLeft: number | undefined;
}

/** The first message of a 400; all messages of any other refusal. */
const wordsOf = (error: unknown): string =>
  error instanceof ApiRefusal && error.status === 400 ? (error.errors[0]?.message ?? error.message) : messageOf(error);

const reckonAfterMs = 1_000;

/** Why the last upload failed; also shown next to the video until the next attempt. */
interface Failure {
  readonly message: string;
  /** The file is named like a video, but the server could not read it as one. */
  readonly unreadable: boolean;
  /** The file to send again, where nothing is wrong with it. */
  readonly again?: File;
}

/** The connection, or the server for the moment: the same file may well arrive the next time. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiRefusal) || error.status === 0 || error.status >= 500 || error.is('upload_too_slow');

/** Uploads a video with progress and cancel, or removes it. */
export function useVideoUpload(eventUuid: string, place: VideoPlace) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [removing, setRemoving] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  /** One toast per video; the next attempt takes it away. */
  const toastId = `video-${place.slot}`;
  const fail = (failed: Failure, tone: ToastTone) => {
    setFailure(failed);
    void toast(failed.message, { tone, ms: noticeMs, id: toastId });
  };
  const refresh = () => client.invalidateQueries({ queryKey: eventKey(eventUuid) });

  async function send(file: File): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setFailure(null);
    void hideToast(toastId);
    setSending({ name: file.name, share: 0, secondsLeft: undefined });
    try {
      const problem = await problemOf(file, controller.signal);
      controller.signal.throwIfAborted();
      if (problem) return fail({ message: refusalText(problem), unreadable: false }, 'warn');
      const form = new FormData();
      form.set('event_uuid', eventUuid);
      form.set(place.field, file);
      const began = performance.now();
      await upload(place.path, form, {
        signal: controller.signal,
        onProgress(sent, total) {
          const ms = performance.now() - began;
          const secondsLeft =
            ms > reckonAfterMs && sent > 0 ? Math.ceil(((total - sent) * ms) / sent / 1000) : undefined;
          setSending({ name: file.name, share: sent / total, secondsLeft });
        },
      });
      await refresh();
    } catch (error) {
      if (controller.signal.aborted) return;
      const unreadable = error instanceof ApiRefusal && error.is('video_type');
      fail({ message: wordsOf(error), unreadable, ...(mayPass(error) && { again: file }) }, 'bad');
    } finally {
      setSending(null);
    }
  }

  async function remove(): Promise<void> {
    setRemoving(true);
    setFailure(null);
    void hideToast(toastId);
    try {
      await call('POST /events/remove_video', { body: { event_uuid: eventUuid, video: place.slot } });
      await refresh();
    } catch (error) {
      toastError(messageOf(error));
    } finally {
      setRemoving(false);
    }
  }

  return { sending, removing, failure, send, remove, cancel: () => stop.current?.abort() };
}
