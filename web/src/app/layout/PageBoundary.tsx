import { Component, type ReactNode } from 'react';
import { RouteError } from './RouteError.tsx';

interface PageBoundaryProps {
  /** Another address is another try. */
  place: string;
  children: ReactNode;
}

interface PageBoundaryState {
  broken: boolean;
  place: string;
}

/** Shows the error page where a page broke or its code could not be fetched. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state = { broken: false, place: this.props.place };

  static getDerivedStateFromProps({ place }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState | null {
    return place === state.place ? null : { broken: false, place };
  }

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <RouteError /> : this.props.children;
  }
}
