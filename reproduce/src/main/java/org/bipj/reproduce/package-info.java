/**
 * The papers' tables and figures: experiments that run through the public interfaces on the simulated cluster, and the
 * published values beside what comes out. Published values stand in one data file and are only compared with, never
 * computed with.
 */
package org.bipj.reproduce;
