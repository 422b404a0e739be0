/** Invented companies by industry; the word before an industry's list is the industry as the screens show it. */
export const COMPANY_NAMES: Readonly<Record<string, readonly string[]>> = {
  Manufacturing: [
    'Anvil & Oak Fixtures', 'Bellwether Pump Works', 'Brasswick Instruments', 'Copperline Fabrication', 'Cutler Ridge Packaging', 'Drumlin Paper Mill',
    'Foxfield Upholstery', 'Glenrock Fasteners', 'Hollander Gear Company', 'Keystone Hill Plastics', 'Larch Street Cabinetry', 'Mariposa Textiles',
    'Ninth Ward Glassworks', 'Pinnacle Spring & Wire', 'Quarrytown Ceramics', 'Redstone Hydraulics', 'Saltmarsh Boatbuilders', 'Tanglewood Pianos',
    'Union Mill Bearings', 'Verity Scale Company', 'Whetstone Blade Works', 'Yellow Pine Doors',
  ],
  Aerospace: [
    'Altamira Flight Systems', 'Cirrus Point Tooling', 'Goldfinch Rotorcraft', 'Halyard Composites', 'Merlin Gyro & Instrument', 'Osprey Ground Support',
    'Swallowtail Propulsion', 'Tern Island Aviation',
  ],
  Healthcare: [
    'Applegate Family Dental', 'Beacon Hill Physical Therapy', 'Brookhaven Hospice', 'Clearbrook Audiology', 'Cottonwood Pediatrics', 'Elmhurst Eye Associates',
    'Fairhaven Home Nursing', 'Greenbank Dermatology', 'Hearthside Memory Care', 'Indigo Imaging Center', 'Lakeshore Midwives', 'Mesa Verde Urgent Care',
    'Old Mill Animal Hospital', 'Pathways Speech Clinic', 'Riverbend Orthopedics', 'Saint Brigid Surgical Group', 'Stillwater Counseling', 'Tidewater Dialysis',
    'Willow Run Cardiology', 'Zephyr Sleep Lab',
  ],
  'Food production': [
    'Amber Waves Milling', 'Barley Lane Brewing', 'Big Muddy Smokehouse', 'Chokecherry Preserves', 'Dos Ríos Tortillas', 'Early Frost Creamery',
    'Gull Rock Oyster Company', 'Hatch Valley Chile', 'Honeylocust Confections', 'Kettle Creek Soups', 'Little Plum Baby Foods', 'Maison Thibodeaux Seafood',
    'Pepperwood Roasters', 'Sunrise Noodle House', 'Three Sisters Pasta', 'Wild Current Fisheries',
  ],
  Transportation: [
    'Arrowhead Charter Bus', 'Big Sky Towing', 'Continental Divide Movers', 'Gulf Coast Tug & Barge', 'Heartland Tank Lines', 'Jackrabbit Couriers',
    'Mile Marker Trucking', 'Nightingale Ambulance', 'Prairie Shortline Railroad', 'Silver Spur Limousine', 'Tri-Rivers Ferry', 'Westerly Car Carriers',
  ],
  Logistics: [
    'Crossdock Partners', 'Dockside Pallet Exchange', 'Fulcrum Fulfillment', 'Grain Belt Warehousing', 'Harborlight Customs Brokers', 'Pier Nine Stevedores',
    'Switchyard Distribution', 'Tailwind Parcel', 'Waypoint Freight Forwarding',
  ],
  Education: [
    'Acorn Lane Montessori', 'Bright Lantern Tutoring', 'Compass Rose Academy', 'Fiddlehead Preschool', 'Hilltop Charter Schools', 'Inkwell Writing Center',
    'Juniper School of Music', 'Northwoods Outdoor School', 'Owl Creek Day School', 'Saint Columba Seminary', 'Trillium Language Institute', 'Whistlestop Learning',
  ],
  Architecture: ['Bowstring Bridge Engineers', 'Corbel & Lathe', 'Gable Row Studio', 'Lintel Design Collaborative', 'Parapet Landscape Architects', 'Plumb Line Planning', 'Stonebreak Structural', 'Truss & Tenon Architects'],
  Construction: [
    'Bedrock Excavating', 'Blue Heron Roofing', 'Canyon Wren Builders', 'Crosscut Framing', 'Eberhardt Masonry', 'Fourpenny Carpentry', 'Hammond & Daughters Electric',
    'Ladder Company Painting', 'Mortar & Vine', 'Okonkwo Brothers Concrete', 'Pike Hollow Paving', 'Rafter Seven Homes', 'Skyhook Crane Rental', 'Tidy Creek Plumbing', 'Torchlight Welding', 'Windrow Insulation',
  ],
  Utilities: ['Cold Spring Water District', 'Dry Fork Solar Gardens', 'Elkhorn Rural Electric', 'High Plains Broadband', 'Lost River Hydro', 'Medicine Bow Wind', 'Snake Canyon Gas', 'Twin Forks Telephone Co-op'],
  Technology: [
    'Abacus & Fern', 'Bitterroot Robotics', 'Blackbird Geospatial', 'Cardinal Point Software', 'Dovetail Data', 'Emberline Security', 'Fieldnote Analytics', 'Hexapod Sensors',
    'Ironbark Hosting', 'Lighthouse Chip Design', 'Mockingbird Audio Labs', 'Nimbus Orchard', 'Paperclip Systems', 'Quiet Storm Games', 'Ridgeback Networks', 'Skylark Telemetry', 'Treeline Computing', 'Umbra Optics', 'Wavelet Works',
  ],
  Finance: ['Arbor Vale Credit Union', 'Birchbark Insurance Agency', 'Castleton Payroll', 'Drovers Savings Bank', 'First Mesa Title', 'Granger & Pell Accountants', 'Inlet Mortgage', 'Moss Agate Advisors', 'Pemberton Actuarial', 'Tallgrass Capital', 'Widow Creek Trust Company'],
  Retail: [
    'Bayou Book Exchange', 'Calico Cat Fabrics', 'Cloverleaf Grocers', 'Copper Penny Hardware', 'Dragonfly Garden Centers', 'Evergreen Outfitters', 'Four Corners Feed & Seed', 'Goldenrod Florists',
    'High Street Cycles', 'Mercado Villanueva', 'Pomegranate Pharmacy', 'Salt & Sable Shoes', 'Second Story Records', 'Spoke & Saddle', 'Tin Roof Antiques', 'Weatherby Appliance',
  ],
  Hospitality: [
    'Blue Door Inns', 'Cape Lookout Lodge', 'Copper Skillet Diners', 'Driftwood Catering', 'El Camino Cantinas', 'Foxglove Tea Rooms', 'Grand Portage Resort', 'Hudson Larder', 'Lantern Hill Winery',
    'Magnolia Street Hotel', 'Nine Mile Campgrounds', 'Paper Crane Sushi', 'Royal Palm Banquets', 'Sugar Maple Bed & Breakfast', 'The Tin Whistle Pub',
  ],
  Agriculture: ['Antelope Flats Ranch', 'Blue Gate Orchards', 'Crooked Row Vineyards', 'Dry Creek Nursery', 'Fallow & Field Co-op', 'Honey Hollow Apiaries', 'Longhorn Basin Cattle', 'Maiden Rock Cranberries', 'Purple Sage Dairy', 'Sweetgrass Timber'],
  Nonprofit: [
    'Bridges Resettlement Services', 'Community Loom', 'Ozark Gleaners', 'Habitat Marsh Conservancy', 'Open Hearth Shelter', 'Pathfinder Youth Center', 'Prairie Lantern Theatre', 'River Keepers Alliance',
    'Sandhill Crane Trust', 'Seven Rivers Legal Aid', 'Tamarack Museum of Industry', 'Voices of the Valley Radio',
  ],
  'Professional services': [
    'Ashgrove Staffing', 'Bluebonnet Court Reporting', 'Chisholm & Nakai Attorneys', 'Corrigan Land Survey', 'Fathom Market Research', 'Gilt Edge Printing', 'Holloway Haddad Law', 'Ivory Tower Translations',
    'Kingfisher Public Relations', 'Lodestar Executive Search', 'Marigold Event Design', 'Ninebark Environmental', 'Periwinkle Cleaning', 'Sentry Post Security', 'Signal Fire Advertising', 'Sparrow Hill Funeral Homes', 'Topaz Commercial Laundry', 'Yarrow Testing Laboratories',
  ],
};

/** Companies whose name says where they are. */
export const HOME_OF: Readonly<Record<string, string>> = {
  'Antelope Flats Ranch': 'Bozeman', 'Bayou Book Exchange': 'Baton Rouge', 'Big Muddy Smokehouse': 'Omaha', 'Big Sky Towing': 'Missoula', 'Bitterroot Robotics': 'Missoula',
  'Blue Gate Orchards': 'Yakima', 'Bluebonnet Court Reporting': 'Austin', 'Cape Lookout Lodge': 'Astoria', 'Continental Divide Movers': 'Pueblo', 'Crooked Row Vineyards': 'San Luis Obispo',
  'Dos Ríos Tortillas': 'San Antonio', 'Elkhorn Rural Electric': 'Lincoln', 'First Mesa Title': 'Flagstaff', 'Four Corners Feed & Seed': 'Santa Fe', 'Grand Portage Resort': 'Duluth',
  'Gulf Coast Tug & Barge': 'Mobile', 'Gull Rock Oyster Company': 'Bellingham', 'Harborlight Customs Brokers': 'Savannah', 'Hatch Valley Chile': 'Las Cruces', 'Heartland Tank Lines': 'Des Moines',
  'High Plains Broadband': 'Bismarck', 'Hudson Larder': 'Albany', 'Lakeshore Midwives': 'Marquette', 'Lantern Hill Winery': 'Ithaca', 'Longhorn Basin Cattle': 'Lubbock',
  'Magnolia Street Hotel': 'Savannah', 'Maiden Rock Cranberries': 'Viroqua', 'Maison Thibodeaux Seafood': 'Lafayette', 'Medicine Bow Wind': 'Laramie', 'Mesa Verde Urgent Care': 'Flagstaff',
  'Northwoods Outdoor School': 'Madison', 'Ozark Gleaners': 'Fayetteville', 'Pier Nine Stevedores': 'Oakland', 'Royal Palm Banquets': 'Tampa', 'Saltmarsh Boatbuilders': 'Portland',
  'Snake Canyon Gas': 'Boise', 'Sugar Maple Bed & Breakfast': 'Burlington', 'Sweetgrass Timber': 'Missoula', 'Tidewater Dialysis': 'Wilmington', 'Tri-Rivers Ferry': 'Pittsburgh',
  'Wild Current Fisheries': 'Anchorage',
};

/** Groups with a place of their own in the sample: they appear in the small world too and tests may rely on their names. */
export type NamedGroup = {
  readonly name: string;
  readonly industry: string;
  readonly city: string;
  readonly employees: number;
  /** In the full world; the small world has `few`. */
  readonly subscribers: number;
  readonly few: number | null;
  readonly status: 'active' | 'pending' | 'under_review' | 'suspended' | 'terminated' | 'inactive';
  readonly ichra?: true;
  /** The plan year starts on January 1. */
  readonly calendarYear?: true;
};

export const WIDGET = 'Widget Co';
export const KESTREL = 'Kestrel Avionics Repair';
export const DUNMORE = 'Dunmore Precision Castings';

export const NAMED_GROUPS: readonly NamedGroup[] = [
  { name: WIDGET, industry: 'Manufacturing', city: 'Rockford', employees: 120, subscribers: 0, few: 0, status: 'active', calendarYear: true },
  { name: KESTREL, industry: 'Aerospace', city: 'Wichita', employees: 212, subscribers: 186, few: 18, status: 'active', calendarYear: true },
  { name: DUNMORE, industry: 'Manufacturing', city: 'Scranton', employees: 231, subscribers: 198, few: 9, status: 'active' },
  { name: 'Bluestem Veterinary Partners', industry: 'Healthcare', city: 'Lawrence', employees: 64, subscribers: 51, few: 6, status: 'active' },
  { name: 'Alder & Finch Millworks', industry: 'Manufacturing', city: 'Duluth', employees: 148, subscribers: 121, few: 4, status: 'active' },
  { name: 'Juniper Basin Water Co-op', industry: 'Utilities', city: 'Bend', employees: 45, subscribers: 38, few: 3, status: 'active' },
  { name: 'Eastlake Orthodontic Group', industry: 'Healthcare', city: 'Chula Vista', employees: 19, subscribers: 15, few: 4, status: 'active', ichra: true },
  { name: 'Harrow Street Architects', industry: 'Architecture', city: 'Providence', employees: 53, subscribers: 44, few: 4, status: 'under_review' },
  { name: 'Fennel & Rye Bakeries', industry: 'Food production', city: 'Portland', employees: 86, subscribers: 63, few: 3, status: 'suspended' },
  { name: 'Larkspur Early Learning', industry: 'Education', city: 'Boulder', employees: 71, subscribers: 11, few: 2, status: 'pending' },
  { name: 'Mosswood Printing Company', industry: 'Manufacturing', city: 'Eugene', employees: 33, subscribers: 27, few: 2, status: 'terminated' },
  { name: 'Plover Point Marine', industry: 'Retail', city: 'Biloxi', employees: 14, subscribers: 11, few: 1, status: 'inactive' },
  { name: 'Calloway Freight Lines', industry: 'Transportation', city: 'Joplin', employees: 398, subscribers: 331, few: null, status: 'active' },
  { name: 'Northgate Cold Storage', industry: 'Logistics', city: 'Yakima', employees: 307, subscribers: 262, few: null, status: 'active' },
  { name: 'Ironwood Tool & Die', industry: 'Manufacturing', city: 'Rockford', employees: 174, subscribers: 149, few: null, status: 'active' },
  { name: 'Oxbow Cannery', industry: 'Food production', city: 'Salinas', employees: 126, subscribers: 92, few: null, status: 'active' },
  { name: 'Granite Ridge Surveying', industry: 'Professional services', city: 'Laramie', employees: 28, subscribers: 24, few: null, status: 'active', ichra: true },
  { name: 'Cedar Hollow Foods', industry: 'Food production', city: 'Viroqua', employees: 37, subscribers: 6, few: null, status: 'pending', ichra: true },
  { name: 'Keston Marinas', industry: 'Hospitality', city: 'Sandusky', employees: 41, subscribers: 7, few: null, status: 'pending' },
];
