// build.js reads the style of a part of the script as a text.
declare module "*.css" {
  const text: string;
  export default text;
}
