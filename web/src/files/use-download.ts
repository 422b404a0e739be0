import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../exports/fetch-file.ts';
import { toastError } from '../ui/toasts.ts';

/** Saves a file from a menu, which is closed by then: what stands against it is told above the page. */
export const useDownload = () =>
  useMutation({ mutationFn: (href: string) => fetchFile(href), onError: (error) => toastError(error) });
