/** Programs as users write them, for tests. */
package example;
