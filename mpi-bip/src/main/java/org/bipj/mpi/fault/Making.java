package org.bipj.mpi.fault;

/**
 * A call in which processes make communicators, by two numbers that all of them know, and that no other such call has while one of them
 * may still hear of this one.
 */
public record Making(long high, long low) {}
