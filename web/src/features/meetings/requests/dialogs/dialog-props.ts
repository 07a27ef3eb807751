import type { WireRequest } from '@frontrow/contract/meetings/api.ts';

export interface DialogOfRequest {
  request: WireRequest;
  onClose: () => void;
}
