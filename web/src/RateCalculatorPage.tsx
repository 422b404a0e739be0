import { GroupPicker } from './groups/GroupPicker.tsx';
import { CalculatorPage } from './plans/calculator/CalculatorPage.tsx';

/** The calculator of the plans with the group picker of the groups. */
export const Component = () => <CalculatorPage GroupPicker={GroupPicker} />;
