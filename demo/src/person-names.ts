import type { Random } from './random.ts';

/**
 * First and last names that go together; a person is drawn from one circle of names, and families mix them as families
 * do.
 */
export type NameCircle = {
  readonly share: number;
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly last: readonly string[];
};

const words = (text: string): string[] => text.trim().split(/,\s*/);

const NAME_CIRCLES: readonly NameCircle[] = [
  {
    share: 26,
    women: words(
      'Adele, Beatrix, Bethany, Bridget, Carolyn, Cecily, Clara, Cora, Daphne, Delia, Edith, Eleanor, Eloise, Esther, Fern, Frances, Georgia, Greta, Harriet, Hazel, Imogen, Ivy, Joanna, Josephine, Judith, June, Katharine, Leona, Lillian, Louisa, Mabel, Margaret, Marian, Matilda, Meredith, Miriam, Nell, Nora, Olive, Paige, Phoebe, Rosalind, Ruth, Sadie, Stella, Susannah, Tabitha, Thea, Vivian, Willa, Winifred, Wren',
    ),
    men: words(
      'Abbott, Alden, Amos, Asher, August, Barnaby, Bennett, Bram, Calvin, Caleb, Clifford, Conrad, Curtis, Dalton, Desmond, Edgar, Elliott, Emmett, Everett, Felix, Franklin, Gareth, Gideon, Grant, Harlan, Henry, Hollis, Hugh, Ira, Jasper, Jonah, Jude, Lewis, Linus, Marcus, Miles, Milo, Nathaniel, Nolan, Oscar, Otis, Owen, Percy, Quentin, Reuben, Roland, Russell, Silas, Simon, Theo, Tobias, Vernon, Walter, Wesley, Wyatt',
    ),
    last: words(
      'Abernathy, Ackerley, Alcott, Ames, Appleby, Ashdown, Atwater, Bainbridge, Barlow, Beckwith, Birch, Blackwood, Bramwell, Brightmoor, Buckley, Calderwood, Carlisle, Chadwick, Clement, Colby, Coldwell, Crane, Dalrymple, Danforth, Drayton, Dunphy, Eastman, Ellery, Fairweather, Farnham, Fenwick, Fletcher, Garrison, Gladwell, Goodwin, Graves, Hadley, Halloway, Harcourt, Hartwell, Hathaway, Holbrook, Huxley, Ingram, Jessup, Kester, Kingsley, Langdon, Larkin, Ledbetter, Lockhart, Lowell, Marlowe, Mayfield, Merriweather, Nesbitt, Northcott, Oakley, Odell, Pemberton, Pickering, Prescott, Quimby, Radcliffe, Ransom, Redfern, Rowntree, Sedgwick, Shelby, Standish, Stoddard, Thackeray, Thornbury, Tillman, Underhill, Vickers, Wainwright, Weatherby, Whitcomb, Winslow, Woolsey, Yardley',
    ),
  },
  {
    share: 17,
    women: words(
      'Alejandra, Ana, Araceli, Beatriz, Camila, Carmen, Catalina, Consuelo, Daniela, Dolores, Elena, Esperanza, Estela, Fernanda, Gabriela, Graciela, Guadalupe, Inés, Isabel, Itzel, Jimena, Lucía, Luz, Marisol, Maribel, Mónica, Noemí, Paloma, Paola, Pilar, Raquel, Renata, Rocío, Rosario, Sofía, Soledad, Valeria, Ximena, Yesenia, Yolanda',
    ),
    men: words(
      'Alejandro, Alonso, Andrés, Ángel, Armando, Benicio, César, Cristóbal, Diego, Efraín, Emiliano, Enrique, Esteban, Fabián, Felipe, Gael, Gerardo, Héctor, Hugo, Ignacio, Iván, Joaquín, Jorge, José, Julián, Leonardo, Luis, Marco, Mateo, Maximiliano, Óscar, Pablo, Rafael, Ramón, Raúl, Rodrigo, Santiago, Sebastián, Tomás, Vicente',
    ),
    last: words(
      'Acevedo, Aguilar, Alvarado, Arellano, Avilés, Barragán, Benavides, Bermúdez, Cárdenas, Carrillo, Castañeda, Cervantes, Cisneros, Colón, Cordero, De la Cruz, De León, Delgado, Echeverría, Escobedo, Fuentes, Galindo, Gallegos, Garza, Guerrero, Ibáñez, Jaramillo, Jiménez, Ledesma, Maldonado, Marroquín, Meléndez, Montoya, Mújica, Muñoz, Navarro, Núñez, Ocampo, Olvera, Orozco, Padilla, Peña, Quiñones, Quintero, Rentería, Ríos, Robles, Rosado, Saavedra, Salazar, Santillán, Sepúlveda, Tejada, Trujillo, Urrutia, Valdivia, Vargas, Villanueva, Zamora, Zúñiga',
    ),
  },
  {
    share: 13,
    women: words(
      'Adaeze, Aaliyah, Amara, Ayana, Brianna, Chanel, Charlene, Deja, Dionne, Ebony, Essence, Gwendolyn, Imani, Jada, Janelle, Kenya, Keisha, Lakeisha, Latoya, Lorraine, Makayla, Monique, Nia, Octavia, Raven, Renita, Serena, Shanice, Tamika, Tanisha, Tiana, Yvette, Zora',
    ),
    men: words(
      'Andre, Antoine, Booker, Cedric, Clarence, Cornell, Darius, Darnell, Deshawn, Dominic, Elijah, Isaiah, Jamal, Jerome, Kendrick, Lamar, Langston, Malcolm, Malik, Marquis, Maurice, Omari, Percival, Quincy, Reginald, Roderick, Sterling, Terrence, Thurgood, Travis, Tyrone, Winston, Xavier',
    ),
    last: words(
      "Addison, Alston, Baptiste, Battle, Bethune, Bolden, Boykin, Broadnax, Cato, Chavis, Copeland, D'Angelo, Dandridge, Dupree, Easley, Fontenot, Gaines, Goins, Hairston, Hightower, Holloway, Ivory, Jeffries, Kirkland, Lattimore, Mabry, McClain, Merritt, Mosley, Okafor, Outlaw, Pettway, Pinckney, Pryor, Rainey, Rucker, Savoy, Singletary, Speight, Stokes, Sumpter, Tolliver, Toussaint, Tubman, Upshaw, Vaughn, Whitfield, Wooten, Yancey",
    ),
  },
  {
    share: 10,
    women: words(
      'Aoife, Bríd, Catriona, Clodagh, Deirdre, Eilís, Fiona, Gráinne, Isla, Kathleen, Maeve, Mairead, Maura, Moira, Niamh, Nuala, Orla, Róisín, Saoirse, Shauna, Sheila, Sinéad, Siobhán, Una',
    ),
    men: words(
      'Aidan, Alasdair, Brendan, Cathal, Ciarán, Colm, Conor, Cormac, Declan, Diarmuid, Donal, Eamon, Eoin, Fergus, Finbar, Hamish, Keir, Killian, Lachlan, Malachy, Niall, Oisín, Pádraig, Rory, Seamus, Tadhg',
    ),
    last: words(
      "Brannigan, Buchanan, Callaghan, Cavanaugh, Connolly, Corrigan, Dempsey, Donnelly, Drummond, Fitzgerald, Flanagan, Gallagher, Geraghty, Hanrahan, Hennessy, Kilbride, Lafferty, MacAllister, MacIntyre, Maguire, McDermott, McGillicuddy, McKenna, McTavish, Mulcahy, Mulligan, O'Brien, O'Dell, O'Donoghue, O'Hara, O'Leary, O'Malley, O'Rourke, O'Shea, Quinlan, Rafferty, Shaughnessy, Sinclair, Strachan, Tierney",
    ),
  },
  {
    share: 9,
    women: words(
      'Agneta, Anneliese, Annika, Astrid, Birgit, Brunhilde, Dagny, Elke, Elsa, Freya, Gisela, Gretchen, Hanneke, Heidi, Helga, Ilse, Ingrid, Karin, Kirsten, Liesl, Linnea, Margit, Marijke, Maren, Renate, Saskia, Sigrid, Solveig, Trudi, Ulrike',
    ),
    men: words(
      'Anders, Arne, Axel, Bastian, Bjorn, Casper, Dieter, Einar, Erik, Florian, Gunnar, Gustav, Hendrik, Holger, Jens, Jürgen, Karl, Klaus, Lars, Leif, Lukas, Magnus, Mikkel, Niels, Olaf, Pieter, Rolf, Soren, Sven, Torsten, Willem',
    ),
    last: words(
      'Amundsen, Bauer, Bergström, Brandt, Dahlgren, Dekker, Ekström, Engel, Falkenberg, Fjeld, Grönlund, Haugen, Hoekstra, Holmquist, Jäger, Kestner, Kowalke, Krüger, Lindholm, Lindqvist, Lundgren, Möller, Nyström, Oberholtzer, Osterman, Pfeiffer, Reinholt, Rosenqvist, Schäfer, Schreiber, Sørensen, Strand, Thorvald, Torgersen, Van der Berg, Van Dyke, Vogel, Weissman, Wexler, Zimmer',
    ),
  },
  {
    share: 6,
    women: words(
      'Agnieszka, Aleksandra, Anastasia, Bożena, Danuta, Dragana, Ewa, Galina, Halina, Irena, Jadwiga, Katarzyna, Ksenia, Ljiljana, Ludmila, Magdalena, Milena, Nadia, Oksana, Olena, Petra, Svetlana, Tatiana, Vesna, Zofia, Zuzana',
    ),
    men: words(
      'Aleksei, Andrzej, Bogdan, Branislav, Casimir, Dmitri, Dragan, Goran, Grzegorz, Igor, Jakub, Jarek, Kazimierz, Lech, Marek, Mikhail, Milan, Miroslav, Oleksandr, Pavel, Piotr, Radomir, Stanislav, Tadeusz, Vasyl, Vladimir, Wojciech, Zdeněk',
    ),
    last: words(
      'Bartoš, Bielski, Bondarenko, Černý, Dąbrowski, Dvořák, Grabowski, Horvat, Ivanenko, Jankowski, Kaczmarek, Kestenbaum, Kovačević, Kowalczyk, Kravchenko, Lisowski, Lysenko, Malinowski, Marković, Nowicki, Novotný, Pavlenko, Petrović, Radić, Sikorski, Stanković, Szymański, Tkachenko, Vasko, Wiśniewski, Zieliński',
    ),
  },
  {
    share: 7,
    women: words(
      'Aditi, Amrita, Ananya, Anjali, Bhavna, Deepa, Divya, Esha, Fatima, Gauri, Indira, Ishani, Kavya, Lakshmi, Leela, Meera, Nandini, Padma, Pooja, Priya, Radhika, Rukmini, Saira, Shreya, Sunita, Tara, Uma, Vasudha, Zainab',
    ),
    men: words(
      'Aarav, Abhinav, Aditya, Anand, Arjun, Ashok, Bilal, Chandra, Dev, Farhan, Gautam, Hari, Imran, Karthik, Kiran, Manoj, Mohan, Naveen, Nikhil, Prakash, Rahul, Rajesh, Rohan, Sanjay, Siddharth, Suresh, Tariq, Vikram, Vivek, Yash',
    ),
    last: words(
      'Acharya, Agarwal, Banerjee, Bhattacharya, Chakraborty, Chaudhry, Desai, Deshmukh, Gopalakrishnan, Iyer, Jayaraman, Joshi, Kapoor, Krishnamurthy, Kulkarni, Mahajan, Malhotra, Menon, Mukherjee, Nair, Pillai, Qureshi, Raghavan, Rao, Sandhu, Sengupta, Siddiqui, Subramanian, Thakur, Trivedi, Venkataraman, Yadav',
    ),
  },
  {
    share: 7,
    women: words(
      'Ai-Ling, Akiko, Bích, Chiyo, Eun-ji, Hana, Hồng, Hye-jin, Jiayi, Kaori, Lan, Lihua, Linh, Mei, Mei-Lin, Michiko, Min-seo, Naomi, Ngọc, Qing, Sakura, Seo-yeon, Soo-ah, Thảo, Trang, Xiaoyan, Xiu, Yan, Yi-jun, Yuki, Yumi',
    ),
    men: words(
      'Akira, Bao, Chen, Daichi, Dae-hyun, Duc, Haruki, Hiroshi, Hung, Jae-won, Jian, Jin, Jun-ho, Kenji, Khoa, Liang, Long, Minh, Min-jun, Quan, Ren, Sang-woo, Satoshi, Shiro, Takeshi, Tao, Thanh, Tuan, Wei, Yong, Zhihao',
    ),
    last: words(
      'Bui, Chang, Cheung, Chiang, Choi, Đặng, Fujimoto, Fukuda, Hayashi, Hoàng, Hsieh, Hwang, Ishikawa, Jeong, Kang, Kwon, Lâm, Leung, Liang, Liu, Matsuda, Morimoto, Nakagawa, Nakamura, Ngô, Nguyễn, Okamoto, Ong, Phạm, Sakamoto, Shen, Shimizu, Song, Tran, Tsai, Watanabe, Xu, Yamashiro, Yoon, Zhang, Zhou',
    ),
  },
  {
    share: 4,
    women: words(
      'Amal, Amina, Dalia, Farah, Hala, Jamila, Kamila, Laleh, Layla, Maryam, Mina, Nadine, Noor, Parisa, Rania, Rima, Samira, Shirin, Soraya, Yasmin, Zahra, Zeynep',
    ),
    men: words(
      'Amir, Bahram, Cyrus, Darius, Elias, Emre, Farid, Ghassan, Habib, Hassan, Ibrahim, Jamil, Karim, Khalil, Mehmet, Nabil, Omar, Rafiq, Ramin, Samir, Tarek, Yusuf, Ziad',
    ),
    last: words(
      'Abboud, Al-Amin, Al-Masri, Aslan, Barakat, Darwish, El-Sayed, Farahani, Ghorbani, Haddad, Hakimi, Hosseini, Issa, Kaplan, Karimi, Khoury, Mansour, Moradi, Nasser, Nazari, Özdemir, Rahimi, Saab, Sabbagh, Shirazi, Tahan, Yıldız, Zand',
    ),
  },
  {
    share: 4,
    women: words(
      'Abena, Adwoa, Akosua, Amahle, Chiamaka, Efua, Eshe, Folake, Habiba, Hirut, Ifeoma, Makena, Mariama, Nala, Ngozi, Nomvula, Oluchi, Selam, Temitope, Thandiwe, Wambui, Yetunde, Zuri',
    ),
    men: words(
      'Abebe, Ayodele, Babajide, Chidi, Chinedu, Dawit, Ekow, Emeka, Femi, Idris, Jabari, Kofi, Kwabena, Kwame, Lwazi, Mamadou, Obinna, Ousmane, Sekou, Sipho, Tariku, Themba, Tunde, Uche, Yaw',
    ),
    last: words(
      "Abiola, Achebe, Adeyemi, Afolabi, Amoako, Asante, Ayinde, Balogun, Bekele, Boateng, Camara, Chukwu, Diallo, Dlamini, Eze, Gebremariam, Haile, Kamau, Kenyatta, Kone, Mensah, Mwangi, N'Diaye, Nkosi, Nwosu, Ogunleye, Okonkwo, Olawale, Osei, Owusu, Sarpong, Sow, Tadesse, Traoré, Wanjiru, Zulu",
    ),
  },
  {
    share: 5,
    women: words(
      'Allegra, Antonella, Bianca, Camille, Chiara, Claudette, Concetta, Élise, Estelle, Eugenia, Francesca, Geneviève, Giulia, Helena, Ione, Josette, Lucia, Ludovica, Margaux, Mireille, Noémie, Ottavia, Renée, Rosalia, Simone, Solange, Teodora, Thalia, Véronique, Zoë',
    ),
    men: words(
      'Alessandro, André, Aristide, Bastien, Benedetto, Cosmo, Dimitri, Émile, Enzo, Fabrizio, François, Gaspard, Giancarlo, Guillaume, Jérôme, Laurent, Leandro, Lorenzo, Luca, Marcello, Nicolò, Olivier, Remy, Renzo, Rocco, Salvatore, Stavros, Théo, Umberto, Vittorio, Yannick',
    ),
    last: words(
      "Aubert, Beauchamp, Bellini, Bianchi, Boudreaux, Caruso, Castellano, D'Amico, D'Onofrio, De Luca, Deveraux, Duquesne, Esposito, Fontaine, Gagnon, Giordano, Hébert, Karras, L'Heureux, Lachance, Lefèvre, Lombardi, Marchetti, Mercier, Moretti, Papadakis, Pellegrino, Rousseau, Santoro, Stavropoulos, Thibodeaux, Vasilakis, Verdi, Vitale",
    ),
  },
  {
    share: 3,
    women: words(
      'Alofa, Analyn, Aponi, Dakota, Imelda, Jasmin, Kailani, Kaya, Ku‘ulei, Leilani, Ligaya, Malia, Marikit, Mele, Moana, Nalani, Pua, Rowena, Sina, Tala, Winona',
    ),
    men: words(
      'Bayani, Crisanto, Danilo, Efren, Hoku, Isagani, Kai, Kainoa, Kawika, Keoni, Makoa, Nodin, Ramil, Rodel, Sione, Tavita, Tawa, Viliami',
    ),
    last: words(
      'Agbayani, Akana, Aquino, Bacani, Begay, Benally, Dimaculangan, Faleafa, Galang, Hale, Ka‘aihue, Kahananui, Kealoha, Lavea, Lightfoot, Macaraeg, Manalo, Nakai, Pangilinan, Running Deer, Sablan, Salonga, Tagaloa, Tsosie, Tuiasosopo, Whitehorse, Yazzie',
    ),
  },
];

const WEIGHTED = NAME_CIRCLES.map((circle) => [circle, circle.share] as const);
export const pickCircle = (random: Random): NameCircle => random.weighted(WEIGHTED);

/** Returns names in plain letters for an e-mail address: accents folded, apostrophes, blanks and hyphens gone. */
export function plainLetters(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[đĐ]/g, 'd')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}
