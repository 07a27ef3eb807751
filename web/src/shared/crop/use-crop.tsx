import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import { hideToast, noticeMs, toast } from '#web/shared/toasts/toast.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { themed } from '#web/shared/themed.tsx';
import type { PictureSize } from './cut-picture.ts';

const loadCrop = themed(() => import('./CropDialog.tsx'));
const CropDialog = lazy(loadCrop, ['crop']);

const pictureTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

const wrongTypeId = 'picture-type';

const sayWrongType = async (): Promise<void> => {
  await loadCatalogues(['crop']);
  await toast(text('crop', 'type'), { tone: 'warn', ms: noticeMs, id: wrongTypeId });
};

interface CropUses {
  title: string;
  size: PictureSize;
  round?: boolean;
  onCut: (dataUrl: string) => void;
}

interface Crop {
  /** Asks for a file. */
  choose: () => void;
  take: (file: File | undefined) => void;
  /** Crops the same file once more; nothing: there is none. */
  again: (() => void) | undefined;
  /** To be put into the page. */
  parts: ReactNode;
}

/**
 * A picture of one's own: a file is chosen, a part of it is cut out. The crop's code comes ahead: there may be no
 * network when it is wanted.
 */
export function useCrop({ title, size, round = false, onCut }: CropUses): Crop {
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string>();
  const [opened, setOpened] = useState(false);
  useEffect(() => void Promise.all([loadCrop(), loadCatalogues(['crop'])]).catch(() => undefined), []);
  useEffect(() => (source ? () => URL.revokeObjectURL(source) : undefined), [source]);
  const choose = () => input.current?.click();
  const take = (file: File | undefined) => {
    if (!file) return;
    void hideToast(wrongTypeId);
    if (!pictureTypes.has(file.type)) return void sayWrongType();
    setSource(URL.createObjectURL(file));
    setOpened(true);
  };
  return {
    choose,
    take,
    again: source === undefined ? undefined : () => setOpened(true),
    parts: (
      <>
        <input
          ref={input}
          type="file"
          accept={[...pictureTypes].join(',')}
          className="fr-visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Suspense fallback={null}>
          {opened && source !== undefined && (
            <CropDialog
              key={source}
              title={title}
              src={source}
              size={size}
              round={round}
              onSelectFile={choose}
              onClose={() => setOpened(false)}
              onSave={(dataUrl) => {
                setOpened(false);
                onCut(dataUrl);
              }}
            />
          )}
        </Suspense>
      </>
    ),
  };
}
