import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import styles from './StatsPage.module.css';

export interface ChartProps {
  title: string;
  data: Record<string, string | number>[];
  x: string;
  y: string;
  /** What the values are. */
  label: string;
  format: (value: number) => string;
  kind: 'area' | 'bar';
}

interface TipProps {
  label?: ReactNode;
  payload?: readonly { value?: unknown }[];
  name: string;
  format: (value: number) => string;
}

/** Read out as the keyboard goes from point to point. */
function Tip({ label, payload, name, format }: TipProps) {
  const value = payload?.[0]?.value;
  if (value === undefined) return null;
  return (
    <div className={styles.tip} role="status">
      <span>{label}</span> <strong>{format(Number(value))}</strong> <span>{name}</span>
    </div>
  );
}

/** A chart that the arrow keys walk through. */
export default function StatsCharts({ title, data, x, y, label, format, kind }: ChartProps) {
  const shared = {
    h: 230,
    data,
    dataKey: x,
    gridAxis: 'x',
    tickLine: 'none',
    valueFormatter: format,
    tooltipAnimationDuration: 0,
    yAxisProps: { width: 'auto', allowDecimals: false },
    xAxisProps: { minTickGap: 24, interval: 'equidistantPreserveStart' },
    tooltipProps: {
      content: ({ label: at, payload }: { label?: ReactNode; payload?: readonly { value?: unknown }[] }) => (
        <Tip label={at} payload={payload ?? []} name={label} format={format} />
      ),
    },
  } as const;
  const still = { isAnimationActive: false } as const;
  if (kind === 'area')
    return (
      <AreaChart
        {...shared}
        series={[{ name: y, label, color: 'var(--fr-coral)' }]}
        withDots={false}
        withGradient
        areaProps={still}
        areaChartProps={{ title, accessibilityLayer: true }}
      />
    );
  return (
    <BarChart
      {...shared}
      series={[{ name: y, label, color: 'var(--fr-violet)' }]}
      barProps={{ radius: [6, 6, 0, 0], maxBarSize: 48, ...still }}
      barChartProps={{ title, accessibilityLayer: true }}
    />
  );
}
