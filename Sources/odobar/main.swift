print("odobar")
