import { useEffect } from 'react';

/** 'X · OpenBenefits' in the tab; a title never names a person, since it stays in the browser's history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · OpenBenefits`;
  }, [title]);
}
