/**
 * Orca: objects that processes share, on one rank or replicated on all, with operations that are executed one at a time and in
 * one order (LCI paper, section 5.3). {@link org.bipj.orca.Orca} is where a program starts.
 */
package org.bipj.orca;
