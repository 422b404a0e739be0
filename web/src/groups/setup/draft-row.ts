import type { draftRow } from '@openbenefits/contract/groups';
import type { z } from 'zod';

export type DraftRow = z.infer<typeof draftRow>;
