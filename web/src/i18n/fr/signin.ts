import type { signin as en } from '../en/signin';
import type { Translated } from '../texts';

export const signin: Translated<typeof en> = {
  title: 'Connexion',
  email: 'Courriel',
  password: 'Mot de passe',
  code: 'Code',
  codeText: 'Les six chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
  submit: 'Se connecter',
  or: 'ou',
  with: 'Se connecter avec {name}',
  oidc_unknown: 'Vous n’avez pas de compte ici. Demandez à un administrateur de vous ajouter.',
  oidc_unverified: 'Votre fournisseur n’a pas confirmé votre adresse. Confirmez-la chez lui, puis réessayez.',
  oidc_failed: 'La connexion a été interrompue ou a duré trop longtemps. Réessayez.',
  oidc_denied: 'Votre fournisseur a refusé la connexion, ou vous l’avez annulée.',
  oidc_unavailable: 'Votre fournisseur ne répond pas. Réessayez dans un instant, ou utilisez un mot de passe.',
  account_inactive: 'Ce compte n’est pas actif. Adressez-vous à un administrateur.',
  failed: 'La connexion a échoué. Réessayez.',
  throttled: 'Trop de tentatives. Vous pourrez réessayer dans',
};
