import type { MantineColorsTuple } from '@mantine/core';

/** 5 is the brand coral; 8 is coral as text on paper; 3-4 are coral as text on stage. */
export const coral: MantineColorsTuple = [
  '#FFF1EE',
  '#FFE0DB',
  '#FFC2B9',
  '#FF9E91',
  '#FF7A6B',
  '#FF5A4A',
  '#F2483A',
  '#D9382A',
  '#C9301F',
  '#8F1F14',
];
/** 5 is the brand violet (links, focus on paper); 3 is the same role on stage. */
export const violet: MantineColorsTuple = [
  '#F3F0FF',
  '#E4DDFF',
  '#C9BCFF',
  '#A996FF',
  '#8A70F8',
  '#6C4CF1',
  '#5B3BE0',
  '#4A2DC4',
  '#3B229F',
  '#2A1875',
];
/** Warm neutrals of the light theme. */
export const gray: MantineColorsTuple = [
  '#FAF8F5',
  '#F4F0EA',
  '#ECE6DE',
  '#DED6CB',
  '#C5BCB4',
  '#8D8597',
  '#6B6475',
  '#574F62',
  '#332D3B',
  '#15121B',
];
/** Stage: Mantine reads `dark` for its dark theme; 7 is the surface, 9 the ground. */
export const dark: MantineColorsTuple = [
  '#F6F3F8',
  '#D8D2DE',
  '#B5AEC0',
  '#9A92A8',
  '#6F677D',
  '#3A3447',
  '#292433',
  '#1B1722',
  '#15121B',
  '#0B0910',
];
export const green: MantineColorsTuple = [
  '#E6F6ED',
  '#CDEDDB',
  '#9ADBB8',
  '#4ADE9B',
  '#2FBF7F',
  '#159A62',
  '#0F7A4F',
  '#0C6843',
  '#0A5437',
  '#073D28',
];
export const amber: MantineColorsTuple = [
  '#FFF6DF',
  '#FFEDC2',
  '#FFDD8F',
  '#FFC65C',
  '#F5AE2E',
  '#DB9000',
  '#A86B00',
  '#8A5A00',
  '#6B4600',
  '#4A3100',
];
