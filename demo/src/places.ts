import type { Random } from './random.ts';

export type Place = {
  readonly city: string;
  readonly state: string;
  readonly zips: readonly string[];
  readonly areaCode: string;
};

// Real pairs of city, state and ZIP: a ZIP with a leading zero must survive every path through the product.
const LISTED = `
Albany NY 518 12203 12207|Anchorage AK 907 99501 99503|Asheville NC 828 28801 28806|Astoria OR 503 97103|Atlanta GA 404 30303 30318
Austin TX 512 78701 78704|Akron OH 330 44308 44313|Baltimore MD 410 21201 21224|Baton Rouge LA 225 70801 70806|Bellingham WA 360 98225
Bend OR 541 97701 97702|Biloxi MS 228 39530|Bismarck ND 701 58501|Boise ID 208 83702 83706|Boulder CO 303 80301 80302
Bozeman MT 406 59715|Buffalo NY 716 14201 14213|Burlington VT 802 05401|Cambridge MA 617 02138 02139|Charleston WV 304 25301
Chattanooga TN 423 37402|Chula Vista CA 619 91910 91911|Columbia MO 573 65201|Columbus OH 614 43201 43215|Des Moines IA 515 50309 50312
Dubuque IA 563 52001|Duluth MN 218 55802 55811|Durham NC 919 27701 27707|El Paso TX 915 79901|Erie PA 814 16501 16508
Eugene OR 541 97401 97402|Evansville IN 812 47708|Fargo ND 701 58102|Fayetteville AR 479 72701|Flagstaff AZ 928 86001
Fort Collins CO 970 80521 80524|Fort Wayne IN 260 46802|Frederick MD 301 21701|Fresno CA 559 93704 93721|Grand Rapids MI 616 49503 49504
Green Bay WI 920 54301|Greenville SC 864 29601|Hartford CT 860 06103 06106|Hilo HI 808 96720|Huntsville AL 256 35801
Ithaca NY 607 14850|Jacksonville FL 904 32202 32207|Joplin MO 417 64801 64804|Kalamazoo MI 269 49001 49007|Knoxville TN 865 37902 37919
Lafayette LA 337 70501|Lancaster PA 717 17602 17603|Laramie WY 307 82070 82072|Las Cruces NM 575 88001|Lawrence KS 785 66044 66049
Lexington KY 859 40507|Lincoln NE 402 68502 68508|Little Rock AR 501 72201|Louisville KY 502 40202 40206|Lubbock TX 806 79401
Macon GA 478 31201|Madison WI 608 53703 53704|Manchester NH 603 03101 03103|Marquette MI 906 49855|Memphis TN 901 38103
Missoula MT 406 59801 59802|Mobile AL 251 36602|Newark NJ 973 07102 07104|Oakland CA 510 94607 94612|Ogden UT 801 84401
Oklahoma City OK 405 73102|Omaha NE 402 68102 68131|Peoria IL 309 61602|Pittsburgh PA 412 15201 15222|Ponce PR 787 00716
Portland ME 207 04101 04103|Providence RI 401 02903 02906|Pueblo CO 719 81003|Reno NV 775 89501 89509|Richmond VA 804 23220 23223
Roanoke VA 540 24011 24016|Rochester MN 507 55901|Rochester NY 585 14607 14620|Rockford IL 815 61101 61107|Sacramento CA 916 95814 95816
Saint Paul MN 651 55101 55104|Salem OR 503 97301|Salinas CA 831 93901 93905|Salt Lake City UT 801 84101 84106|San Antonio TX 210 78205 78212
San Juan PR 787 00901 00907|San Luis Obispo CA 805 93401|Sandusky OH 419 44870|Santa Fe NM 505 87501 87505|Sarasota FL 941 34236
Savannah GA 912 31401 31405|Scranton PA 570 18503 18505|Sioux Falls SD 605 57104|Spokane WA 509 99201 99203|Springfield MO 417 65804 65806
Tacoma WA 253 98402 98405|Tampa FL 813 33602 33604|Toledo OH 419 43604|Trenton NJ 609 08608|Tucson AZ 520 85701 85719
Tulsa OK 918 74103 74104|Viroqua WI 608 54665|Wichita KS 316 67203 67210|Wilmington DE 302 19801|Worcester MA 508 01602 01604|Yakima WA 509 98901 98902`;

export const PLACES: readonly Place[] = LISTED.trim()
  .split(/[|\n]/)
  .map((line) => {
    const match = /^(.+) ([A-Z]{2}) (\d{3}) ([\d ]+)$/.exec(line.trim());
    if (!match) throw new Error(`Not a place: ${line}`);
    return { city: match[1] ?? '', state: match[2] ?? '', areaCode: match[3] ?? '', zips: (match[4] ?? '').split(' ') };
  });

export function placeNamed(city: string): Place {
  const place = PLACES.find((candidate) => candidate.city === city);
  if (!place) throw new Error(`No place ${city}`);
  return place;
}

const STREETS =
  'Alder,Arbor Vitae,Bayberry,Beacon,Birch Hollow,Blackbird,Bluff,Bridge,Brickyard,Buttonwood,Canal,Cannery,Cardinal,Cedar Rapids,Chestnut,Clearwater,Cobbler,Copper Kettle,Cottonwood,Court House,Creamery,Cypress,Depot,Dogwood,Eagle Rock,Elderberry,Elm,Fairgrounds,Farrier,Ferry,Foundry,Foxglove,Garnet,Goldenrod,Granary,Greenbrier,Hackberry,Harbor,Harvest,Hawthorn,Hazel,Heron,Hickory,Hillcrest,Homestead,Huckleberry,Ironwood,Juniper,Kingfisher,Lantern,Larch,Laurel,Liberty,Limestone,Lindenwood,Locust,Magnolia,Mallard,Maple,Meadowlark,Mercer,Mill Race,Monroe,Mulberry,Oak Bluff,Old Post,Orchard,Osage,Palmetto,Pecan,Persimmon,Pine Needle,Poplar,Prairie Hawk,Quarry,Quince,Rail Yard,Redbud,River Bend,Rosemont,Rowan,Saddle,Sagebrush,Sassafras,School House,Shale,Sparrow,Spruce,Stonecutter,Summit,Sycamore,Tamarack,Tannery,Thistle,Tulip Tree,Union,Vine,Walnut,Water,Wheelwright,Whippoorwill,Wildflower,Willow,Windmill,Wren,Yarrow'.split(
    ',',
  );
const KINDS = ['St', 'St', 'St', 'Ave', 'Ave', 'Rd', 'Ln', 'Ln', 'Dr', 'Dr', 'Ct', 'Way', 'Pl', 'Ter'] as const;

export const streetAddress = (random: Random): string =>
  `${random.int(1, 9) * random.int(3, 1100) + 12} ${random.pick(STREETS)} ${random.pick(KINDS)}`;

/** 555-0100 to 555-0199 are reserved for fictional numbers. */
export const phoneIn = (place: Place, random: Random): string => `(${place.areaCode}) 555-01${random.digits(2)}`;
