import { login } from './login.ts';
import { me } from './me.ts';
import { signup } from './signup.ts';

export const authOperations = [signup, login, me];
