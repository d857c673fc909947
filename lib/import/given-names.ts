/** Frequent ones in English, German, French, Spanish and Italian, without accents. */
const GIVEN = new Set(
  [
    "aaron,abigail,ada,adam,adrian,agnes,alan,albert,alejandro,alessandro,alex,alexander,alexandra,alfred",
    "alice,alicia,alison,amanda,amara,amber,amelia,amy,ana,andrea,andreas,andrew,angela,anita,anja,ann",
    "anna,anne,annette,annie,anthony,antje,antonia,antonio,arthur,astrid,audrey,barbara,beate,beatrice,becky,ben",
    "benjamin,bernd,bernhard,beth,betty,bianca,bill,birgit,bob,brandon,brenda,brian,brigitte,bruno",
    "camille,carla,carlos,carmen,carol,caroline,catherine,cecile,celine,chantal,charles,charlotte,chloe,chris",
    "christa,christian,christiane,christina,christine,christophe,christopher,cindy,claire,clara,claudia",
    "claudine,claus,corinne,craig,cristina,daniel,daniela,danielle,dave,david,deborah,debra,dennis,diana",
    "diane,dieter,dirk,dominique,donald,donna,dora,doris,dorothy,edith,eduardo,edward,eileen,elaine,elena",
    "elisa,elisabeth,elizabeth,elke,ella,ellen,emily,emma,eric,erica,erik,erika,ernst,esther,ethan,eva",
    "evelyn,ewa,fabian,fatima,felix,fernando,fiona,florence,florian,frances,francesca,francesco,francisco",
    "franck,francois,francoise,frank,franz,fred,frederic,frederick,friedrich,gabriel,gabriela,gabriele",
    "gary,georg,george,gerald,gerard,gerd,gerhard,gertrud,giovanni,gisela,giulia,giuseppe,gloria,grace",
    "greg,gregory,greta,gudrun,guenter,gunter,hanna,hannah,hannes,hans,harald,harold,heather,heidi,heike",
    "heinrich,henry,heinz,helen,helena,helene,helga,helmut,herbert,hermann,hilde,holger,horst,ian,ignacio,inge",
    "ingrid,irene,iris,isabel,isabella,isabelle,jack,jacob,jacqueline,jakob,james,jamie,jan,jana,jane",
    "janet,janice,jason,javier,jean,jeff,jeffrey,jenna,jennifer,jenny,jens,jeremy,jerry,jessica,jill,jim",
    "joan,joanna,joe,joel,joerg,johanna,johannes,john,jonas,jonathan,jorge,jose,joseph,joshua,joyce,juan",
    "judith,judy,juergen,julia,julian,julie,jurgen,jutta,karen,karin,karl,karla,katharina,katherine",
    "kathleen,kathrin,kathy,katie,katja,katrin,keith,kelly,ken,kenneth,kerstin,kevin,kim,kimberly,klaus",
    "kristin,kristina,kurt,lara,larry,laura,lauren,laurence,laurent,lea,lena,leo,leon,leonie,lila,lily",
    "linda,linus,lisa,lois,lothar,louis,louise,luca,lucas,lucia,lucy,luis,luisa,lukas,lydia,lynn,madison",
    "magdalena,manfred,manuel,manuela,marc,marcel,marcello,marco,marcus,margaret,margarita,maria,mariana",
    "marianne,marie,marina,mario,marion,mark,markus,marta,martha,martina,mary,mateo,mathias,matthew",
    "matthias,max,maximilian,maya,megan,melanie,melissa,mia,michael,michaela,michel,michele,michelle",
    "miguel,mike,mila,milan,miriam,monica,monika,monique,nadia,nadine,nancy,natalia,natalie,nathalie",
    "nathan,nicholas,nick,nicola,nicolas,nicole,nina,noah,nora,norbert,olga,oliver,olivia,oscar,otto",
    "pablo,pamela,paola,pascal,patricia,patrick,patrizia,paul,paula,pauline,pedro,peggy,peter,petra,philip",
    "philipp,philippe,pia,pierre,rachel,rafael,rainer,ralf,ralph,ramona,raquel,rebecca,regina,reinhard",
    "renate,rene,ricardo,richard,rita,robert,roberta,roberto,robin,roger,roland,rolf,ron,ronald,rosa,rose",
    "rosemary,roswitha,ruth,ryan,sabine,sabrina,sally,samantha,samuel,sandra,sandrine,sara,sarah,scott",
    "sean,sebastian,sergio,sharon,sheila,shirley,silke,silvia,simon,simone,sofia,sonia,sonja,sophia",
    "sophie,stacy,stefan,stefanie,stephan,stephanie,stephen,steve,steven,stuart,susan,susanne,suzanne",
    "sven,sylvia,sylvie,tamara,tanja,tatjana,teresa,theresa,therese,thierry,thomas,thorsten,tim,timothy",
    "tina,todd,tom,tony,torsten,tracy,tyler,ulrich,ulrike,ursula,ute,uwe,valentina,valerie,vanessa,vera",
    "veronica,veronika,victor,victoria,vincent,virginia,waltraud,wanda,wendy,werner,wilhelm,willi,william",
    "wolfgang,xavier,yolanda,yvette,yvonne,zoe",
  ].flatMap((names) => names.split(",")),
);

const SURNAMES_TOO = new Set(
  [
    "adam,albert,alexander,arthur,benjamin,bruno,christian,craig,daniel,david,dennis,edward,ernst,franz,fred",
    "friedrich,gabriel,george,gerard,grace,gregory,harold,heinrich,herbert,hermann,jack,jacob,james,jordan,joseph",
    "joyce,kelly,kim,laurent,leon,louis,lucas,lynn,madison,manuel,marc,marion,mark,matthias,michel,miguel,nicolas,otto",
    "pascal,patrick,peter,philip,philipp,pierre,ralph,richard,robert,rose,ryan,samuel,scott,sebastian,simon,stephan,stuart,thomas,todd",
    "victor,vincent,werner,wilhelm",
  ].flatMap((names) => names.split(",")),
);

const plain = (word: string) => word.normalize("NFD").replace(/\P{L}/gu, "").toLowerCase();

export function isGivenName(word: string): boolean {
  return GIVEN.has(plain(word));
}

export function isSurnameToo(word: string): boolean {
  return SURNAMES_TOO.has(plain(word));
}
