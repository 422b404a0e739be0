/** Title, department, and yearly salary from and to in thousands of dollars. */
export type Job = readonly [title: string, department: string, low: number, high: number];
export type Industry = { readonly sic: readonly string[]; readonly jobs: readonly Job[] };

const OFFICE: readonly Job[] = [
  ['Office Manager', 'General', 48, 72],
  ['Payroll Specialist', 'Finance', 46, 64],
  ['Staff Accountant', 'Finance', 54, 78],
  ['Receptionist', 'General', 33, 42],
];

export const INDUSTRIES: Readonly<Record<string, Industry>> = {
  Manufacturing: {
    sic: ['2434', '2511', '3089', '3321', '3451', '3494', '3544', '3561'],
    jobs: [
      ['Machinist', 'Production', 44, 68],
      ['Press Operator', 'Production', 38, 52],
      ['Welder', 'Fabrication', 45, 70],
      ['Quality Inspector', 'Quality', 46, 66],
      ['Shop Foreman', 'Production', 62, 88],
      ['Maintenance Mechanic', 'Maintenance', 50, 74],
      ['Shipping Clerk', 'Shipping', 36, 47],
      ['Toolmaker', 'Tool Room', 58, 86],
      ['Buyer', 'Purchasing', 52, 76],
    ],
  },
  Aerospace: {
    sic: ['3724', '3728', '4581', '7699'],
    jobs: [
      ['Avionics Tech I', 'Repair Bay', 48, 60],
      ['Avionics Tech II', 'Repair Bay', 58, 74],
      ['Avionics Tech III', 'Repair Bay', 70, 92],
      ['Line Mechanic', 'Repair Bay', 52, 78],
      ['Systems Engineer', 'Avionics', 82, 124],
      ['Calibration Lead', 'Quality', 64, 90],
      ['Quality Inspector', 'Quality', 56, 78],
      ['Parts Buyer', 'Supply', 50, 70],
      ['Warehouse Lead', 'Supply', 46, 62],
      ['Test Pilot', 'Flight Test', 98, 152],
    ],
  },
  Healthcare: {
    sic: ['0742', '8011', '8021', '8049', '8082', '8099'],
    jobs: [
      ['Registered Nurse', 'Clinical', 68, 98],
      ['Medical Assistant', 'Clinical', 37, 49],
      ['Physician Assistant', 'Clinical', 102, 138],
      ['Front Desk Coordinator', 'Patient Services', 35, 46],
      ['Billing Specialist', 'Revenue Cycle', 42, 58],
      ['Radiology Technician', 'Imaging', 58, 80],
      ['Care Coordinator', 'Patient Services', 46, 63],
      ['Veterinary Technician', 'Clinical', 38, 54],
      ['Clinic Manager', 'Administration', 72, 104],
    ],
  },
  'Food production': {
    sic: ['2013', '2033', '2041', '2051', '2082', '2091'],
    jobs: [
      ['Line Cook', 'Kitchen', 33, 44],
      ['Packaging Operator', 'Packing', 34, 45],
      ['Baker', 'Production', 36, 52],
      ['Sanitation Lead', 'Production', 38, 50],
      ['Food Safety Technician', 'Quality', 48, 66],
      ['Forklift Operator', 'Warehouse', 36, 48],
      ['Route Driver', 'Delivery', 40, 56],
      ['Production Supervisor', 'Production', 56, 78],
    ],
  },
  Transportation: {
    sic: ['4111', '4119', '4213', '4492'],
    jobs: [
      ['Driver', 'Operations', 48, 78],
      ['Dispatcher', 'Operations', 44, 62],
      ['Diesel Mechanic', 'Fleet Shop', 52, 80],
      ['Safety Officer', 'Compliance', 58, 82],
      ['Load Planner', 'Operations', 46, 66],
      ['Yard Supervisor', 'Terminal', 54, 74],
      ['Deckhand', 'Operations', 42, 58],
    ],
  },
  Logistics: {
    sic: ['4222', '4225', '4491', '4731'],
    jobs: [
      ['Order Picker', 'Warehouse', 34, 45],
      ['Forklift Operator', 'Warehouse', 37, 50],
      ['Inventory Analyst', 'Inventory', 50, 72],
      ['Customs Specialist', 'Brokerage', 52, 76],
      ['Receiving Lead', 'Dock', 43, 58],
      ['Refrigeration Technician', 'Maintenance', 56, 82],
      ['Shift Supervisor', 'Warehouse', 52, 70],
    ],
  },
  Education: {
    sic: ['8211', '8221', '8299', '8351'],
    jobs: [
      ['Lead Teacher', 'Instruction', 44, 66],
      ['Teaching Assistant', 'Instruction', 30, 40],
      ['School Counselor', 'Student Services', 52, 74],
      ['Registrar', 'Administration', 45, 60],
      ['Music Instructor', 'Instruction', 40, 62],
      ['Custodian', 'Facilities', 32, 44],
      ['Admissions Coordinator', 'Administration', 46, 62],
      ['Principal', 'Administration', 88, 126],
    ],
  },
  Architecture: {
    sic: ['0781', '8711', '8712'],
    jobs: [
      ['Project Architect', 'Design', 78, 116],
      ['Designer', 'Design', 56, 80],
      ['Drafter', 'Drawing Office', 48, 68],
      ['Structural Engineer', 'Structures', 80, 122],
      ['Specifications Writer', 'Drawing Office', 64, 88],
      ['Model Maker', 'Design', 46, 62],
    ],
  },
  Construction: {
    sic: ['1521', '1541', '1611', '1711', '1731', '1761', '1771'],
    jobs: [
      ['Carpenter', 'Field', 46, 72],
      ['Electrician', 'Field', 54, 88],
      ['Heavy Equipment Operator', 'Field', 52, 82],
      ['Apprentice', 'Field', 34, 46],
      ['Site Superintendent', 'Field', 78, 116],
      ['Estimator', 'Preconstruction', 66, 96],
      ['Plumber', 'Field', 52, 86],
      ['Safety Coordinator', 'Safety', 58, 80],
    ],
  },
  Utilities: {
    sic: ['4813', '4911', '4923', '4941'],
    jobs: [
      ['Lineworker', 'Field Operations', 70, 108],
      ['Plant Operator', 'Plant', 58, 84],
      ['Meter Technician', 'Field Operations', 46, 64],
      ['Water Quality Chemist', 'Laboratory', 62, 90],
      ['Customer Care Agent', 'Customer Care', 36, 48],
      ['Network Technician', 'Field Operations', 52, 76],
    ],
  },
  Technology: {
    sic: ['3674', '3823', '7371', '7372', '7374'],
    jobs: [
      ['Software Engineer', 'Engineering', 92, 158],
      ['Data Analyst', 'Analytics', 72, 108],
      ['Product Manager', 'Product', 104, 156],
      ['Support Specialist', 'Customer Support', 50, 72],
      ['Site Reliability Engineer', 'Engineering', 108, 164],
      ['Technical Writer', 'Product', 70, 98],
      ['Designer', 'Product', 82, 124],
      ['Test Engineer', 'Engineering', 76, 112],
    ],
  },
  Finance: {
    sic: ['6022', '6061', '6162', '6282', '6361', '6411', '8721'],
    jobs: [
      ['Teller', 'Branch', 34, 44],
      ['Loan Officer', 'Lending', 58, 92],
      ['Underwriter', 'Underwriting', 66, 98],
      ['Actuarial Analyst', 'Actuarial', 78, 118],
      ['Tax Preparer', 'Tax', 52, 80],
      ['Compliance Analyst', 'Compliance', 62, 90],
      ['Branch Manager', 'Branch', 74, 104],
      ['Bookkeeper', 'Accounts', 46, 62],
    ],
  },
  Retail: {
    sic: ['5211', '5261', '5311', '5411', '5551', '5661', '5912', '5942'],
    jobs: [
      ['Sales Associate', 'Store', 30, 41],
      ['Cashier', 'Store', 28, 36],
      ['Store Manager', 'Store', 54, 78],
      ['Merchandiser', 'Merchandising', 38, 54],
      ['Stock Clerk', 'Receiving', 30, 39],
      ['Pharmacist', 'Pharmacy', 112, 142],
      ['Bike Mechanic', 'Service', 36, 50],
      ['Buyer', 'Merchandising', 52, 78],
    ],
  },
  Hospitality: {
    sic: ['4493', '5812', '5813', '7011', '7033'],
    jobs: [
      ['Server', 'Dining Room', 28, 40],
      ['Line Cook', 'Kitchen', 33, 46],
      ['Sous Chef', 'Kitchen', 48, 66],
      ['Housekeeper', 'Rooms', 29, 37],
      ['Front Desk Agent', 'Rooms', 32, 42],
      ['Bartender', 'Bar', 32, 46],
      ['Events Coordinator', 'Banquets', 44, 60],
      ['General Manager', 'Administration', 72, 108],
    ],
  },
  Agriculture: {
    sic: ['0172', '0181', '0212', '0241', '0279', '2411'],
    jobs: [
      ['Ranch Hand', 'Livestock', 32, 44],
      ['Orchard Supervisor', 'Field', 48, 66],
      ['Equipment Operator', 'Field', 38, 54],
      ['Herd Manager', 'Livestock', 54, 76],
      ['Agronomist', 'Field', 60, 86],
      ['Cellar Hand', 'Cellar', 36, 48],
      ['Sawyer', 'Timber', 40, 58],
    ],
  },
  Nonprofit: {
    sic: ['7922', '8322', '8399', '8412', '8641'],
    jobs: [
      ['Program Manager', 'Programs', 54, 76],
      ['Case Worker', 'Programs', 42, 58],
      ['Grant Writer', 'Development', 50, 72],
      ['Volunteer Coordinator', 'Programs', 40, 54],
      ['Exhibit Technician', 'Collections', 42, 58],
      ['Staff Attorney', 'Legal', 64, 92],
      ['Stage Manager', 'Production', 44, 62],
    ],
  },
  'Professional services': {
    sic: ['2752', '7218', '7311', '7349', '7363', '7381', '8111', '8713', '8734'],
    jobs: [
      ['Associate', 'Client Services', 58, 92],
      ['Account Manager', 'Client Services', 60, 88],
      ['Paralegal', 'Legal', 48, 68],
      ['Survey Technician', 'Field', 46, 64],
      ['Lab Analyst', 'Laboratory', 50, 74],
      ['Press Operator', 'Print Shop', 40, 58],
      ['Security Guard', 'Field', 33, 44],
      ['Research Analyst', 'Research', 56, 84],
      ['Cleaner', 'Field', 28, 36],
    ],
  },
};

export const jobsOf = (industry: string): readonly Job[] => [...(INDUSTRIES[industry]?.jobs ?? []), ...OFFICE];

/** Jobs of the classes that cut across industries, by class code. */
export const CLASS_JOBS: Readonly<Record<string, readonly Job[]>> = {
  EXE001: [
    ['Vice President, Operations', 'Executive', 128, 196],
    ['Vice President, Finance', 'Executive', 132, 204],
    ['Vice President, People', 'Executive', 118, 176],
    ['Director of Operations', 'Executive', 104, 158],
    ['Director of Quality', 'Executive', 98, 146],
    ['Director of Information Systems', 'Executive', 108, 162],
  ],
  ENG001: [
    ['Design Engineer', 'Engineering', 74, 112],
    ['Process Engineer', 'Engineering', 76, 116],
    ['Engineering Manager', 'Engineering', 108, 156],
    ['Controls Technician', 'Engineering', 58, 82],
    ['CAD Technician', 'Engineering', 50, 72],
  ],
  SALES001: [
    ['Account Executive', 'Sales', 58, 96],
    ['Sales Representative', 'Sales', 48, 78],
    ['Regional Sales Manager', 'Sales', 86, 130],
    ['Inside Sales Coordinator', 'Sales', 42, 58],
  ],
  HR001: [
    ['HR Generalist', 'Human Resources', 56, 78],
    ['Recruiter', 'Human Resources', 52, 76],
    ['Benefits Coordinator', 'Human Resources', 50, 68],
    ['HR Manager', 'Human Resources', 74, 104],
  ],
};
