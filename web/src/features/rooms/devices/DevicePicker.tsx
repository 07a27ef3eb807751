import '#web/shared/styles/components.ts';
import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DeviceChoice } from '../media/devices.ts';

interface DevicePickerProps {
  label: string;
  icon: ReactNode;
  choices: readonly DeviceChoice[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Chooses a camera or microphone. Without permission their names are not known yet. */
export function DevicePicker({ label, icon, choices, chosen, onChoose }: DevicePickerProps) {
  const value = choices.some((choice) => choice.id === chosen) ? chosen : (choices[0]?.id ?? null);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      leftSection={icon}
      leftSectionWidth={48}
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      data={choices.map((choice) => ({ value: choice.id, label: choice.label }))}
      value={value}
      onChange={(id) => id && onChoose(id)}
      disabled={choices.length === 0}
      allowDeselect={false}
      styles={{ input: { fontSize: 14 }, section: { color: 'var(--fr-text-2)' } }}
    />
  );
}
