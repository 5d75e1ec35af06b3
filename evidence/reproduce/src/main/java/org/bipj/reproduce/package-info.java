/**
 * The papers' tables and figures: experiments that run through the public interfaces on the simulated cluster, and
 * reports that compare their results with the published values. Published values are in one data file, and no result
 * is computed from them.
 */
package org.bipj.reproduce;
