/** The block of memory through which all ranks of a job and the launcher see each other's state. */
package org.bipj.shm.board;
