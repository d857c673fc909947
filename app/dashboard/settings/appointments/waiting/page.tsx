export { WaitingListScreen as default } from "./screen.tsx";
