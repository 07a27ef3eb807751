import '#web/shared/styles/components.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFocusBack } from '#web/shared/ui/use-focus-back.ts';

/** A dialog over the dimmed room. */
export function RoomDialog({
  title,
  onClose,
  size = 456,
  closeOnClickOutside = true,
  closable = true,
  children,
}: {
  title: string;
  onClose: () => void;
  size?: number;
  /** False where a stray tap would lose what was typed. */
  closeOnClickOutside?: boolean;
  /** False while it works. */
  closable?: boolean;
  children: ReactNode;
}) {
  useFocusBack();
  const low = useMediaQuery('(max-height: 30em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      overlayProps={{ backgroundOpacity: 0.72, blur: 6, color: 'var(--fr-stage)' }}
      padding={low ? 20 : 32}
      yOffset={low ? '3dvh' : '5dvh'}
      styles={{
        header: { paddingBottom: 8, minHeight: 0 },
        content: { backgroundColor: 'var(--fr-surface)', overflowWrap: 'anywhere' },
      }}
      withCloseButton={false}
      closeOnClickOutside={closable && closeOnClickOutside}
      closeOnEscape={closable}
    >
      {children}
    </Modal>
  );
}
