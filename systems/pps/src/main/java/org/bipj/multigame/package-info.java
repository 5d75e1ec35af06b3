/**
 * Multigame: a parallel search of any game, given its rules (LCI paper, section 5.4). Positions belong to ranks by their
 * hash; jobs travel to the positions' owners, one way.
 */
package org.bipj.multigame;
