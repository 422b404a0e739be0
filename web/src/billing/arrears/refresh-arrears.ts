import { orpc } from '../../api.ts';
import { queryClient } from '../../query-client.ts';

/** Fetches again whatever shows arrears, notices and statements. */
export const refreshArrears = (): Promise<void> => queryClient.invalidateQueries({ queryKey: orpc.arrears.key() });
